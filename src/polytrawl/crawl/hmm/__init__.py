"""What the strategy HMM is made of: browsing sessions, clusters of pages, and a chain of hidden states."""
