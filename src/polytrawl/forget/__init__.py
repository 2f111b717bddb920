"""Forgetting: a page and everything that was made of it leave the run directory, and a search shows that they have.

`target` says what is meant, `plan` finds all of it before anything is touched, `warcs`, `tables`, `stages` and `others`
remove it, `proof` looks for what the pages said in all files. The plan is on disk until the end, and every step can be
done twice, so forgetting can be killed at any instant and goes on.
"""
