"""What stands in the wikis of the tests, and what a bootstrap of "flowers" must give."""

from __future__ import annotations

EN = {
    # The tree: Flowers > Garden flowers > Roses > (back to) Flowers.
    "Category:Flowers": "Everything that flowers. [[Category:Nature]]",
    "Category:Nature": "The root.",
    "Category:Garden flowers": "[[Category:Flowers]]",
    "Category:Roses": "[[Category:Garden flowers]] [[Category:Hybrids]]",
    "Category:Hybrids": "[[Category:Roses]]",
    "Category:Articles without sources": "__HIDDENCAT__ [[Category:Flowers]]",
    "Category:Blossoms": "#REDIRECT [[:Category:Flowers]]",
    "Category:Flower shows": "[[Category:Events]]",
    "Category:Flower fairs": "[[Category:Events]]",
    # Depth 0.
    "Tulip": (
        "{{Infobox|name=Tulip}}\n'''Tulips''' are plants<ref>A book.</ref> that grow from a bulb. People plant a tulip"
        " in autumn. A tulip likes sun, and the tulip is sold at every market near the [[Royal Flower Society]].\n"
        "== Links ==\n* [https://www.tulips.example/ All about tulips]\n* [http://garden.example/tulip?utm_source=wiki"
        " Garden]\n[[Category:Flowers]]\n[[de:Tulpe]]\n[[fr:Tulipe]]"
    ),
    "Lily of the valley": (
        "The lily of the valley grows in woods. Every lily of the valley is poisonous.\n"
        "* [https://www.poison.example/lily/ Poisons]\n* [https://de.wikipedia.org/wiki/X no seed]\n"
        "[[Category:Flowers]]\n[[de:Maiglöckchen]]"
    ),
    "Iris (plant)": "An iris has six petals. The iris is blue. [[Category:Flowers]]\n[[de:Schwertlilie]]",
    "Iris": "'''Iris''' can be a plant, or a part of the eye.\n__DISAMBIG__\n[[Category:Flowers]]\n[[de:Iris]]",
    "Tulips": "#REDIRECT [[Tulip]]\n[[Category:Flowers]]",
    "List of flowers": "Tulip, iris. [[Category:Flowers]]\n[[de:Liste der Blumen]]",
    "Index of flowers": "A to Z. [[Category:Flowers]]",
    "RHS": "An abbreviation. [[Category:Flowers]]",
    "1637 in gardening": "A price fell. [[Category:Flowers]]",
    "Royal Flower Society": (
        "The Royal Flower Society has a garden.\n* [https://www.society.example/ Official site]\n"
        "* [http://garden.example/tulip Garden]\n[[Category:Flowers]]\n[[de:Königliche Blumengesellschaft]]"
    ),
    "Cut Flower": "A cut flower stands in a vase. Each cut flower is sold. [[Category:Flowers]]\n[[de:Schnittblume]]",
    "\U0001f337": "A sign. [[Category:Flowers]]",
    'Mother-in-law\'s "tongue"': "It is a plant with sharp leaves. [[Category:Flowers]]\n[[de:Bogenhanf]]",
    "Forgotten flower": "Nobody wrote of it elsewhere. [[Category:Flowers]]\n[[de:Vergessene Blume]]",
    # Depth 1 and 2.
    "Dahlia": "A dahlia comes from Mexico. The dahlia needs sun. [[Category:Garden flowers]]\n[[de:Dahlien]]",
    "Rose": "A rose has thorns. The rose smells. [[Category:Roses]] [[Category:Garden flowers]]\n[[de:Rosen]]",
    "Garden rose": "A garden rose is bred. [[Category:Roses]]\n[[de:Gartenrose]]",
    "Hybrid tea": "It is a rose. [[Category:Hybrids]]",
    # Outside of the tree.
    "Blooms": "#REDIRECT [[Flowers]]",
    "Flowers": "The word. [[Category:Nature]]",
    "Chelsea show": "A show. [[Category:Flower shows]]",
    "Spring fair": "A fair. [[Category:Flower fairs]]",
    "User:Gardener": "Not an article. [[Category:Flowers]]",
}

DE = {
    "Tulpe": (
        "Eine Tulpe wächst aus einer Zwiebel. Jede Tulpe braucht Sonne, und die Tulpe blüht im Frühling.\n"
        "* [https://www.tulpen.example/ Über Tulpen]\n* [https://www.tulips.example/ Tulpen]\n[[en:Tulip]]"
    ),
    "Maiglöckchen": "Das Maiglöckchen ist giftig.\n* [https://www.tulpen.example/ Mehr]\n[[en:Lily of the valley]]",
    "Schwertlilie": "Die Schwertlilie blüht blau.",
    "Iris": "Iris ist vieles.\n__DISAMBIG__",
    "Liste der Blumen": "Tulpe, Iris.",
    "Königliche Blumengesellschaft": "Die Königliche Blumengesellschaft hat einen Garten.",
    "Schnittblume": "Eine Schnittblume steht in der Vase.",
    "Bogenhanf": "Der Bogenhanf hat spitze Blätter.",
    "Dahlien": "Die Dahlien kommen aus Mexiko.",
    "Rose": "Eine Rose hat Stacheln, und die Rose duftet.",
    "Rosen": "#WEITERLEITUNG [[Rose]]",
    "Gartenrose": "Die Gartenrose ist gezüchtet.",
}
