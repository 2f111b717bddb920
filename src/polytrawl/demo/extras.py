"""What a site serves beside its pages: robots rules, a sitemap, pictures, a PDF and a private page."""

from hashlib import sha256

from polytrawl.demo.chrome import Site

STYLE = b"body { font-family: sans-serif; max-width: 60rem; margin: auto; }\n"

MINUTES = b"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Minutes of the safety committee | Safe Work</title></head>
<body><main><article>
<h1>Minutes of the safety committee</h1>
<p>For members only. The committee met on 14 May 2024 and agreed on the budget for new eye wash stations.</p>
</article></main></body>
</html>
"""

_CHECKLIST = ("Checklist for chemicals", "1. Is every container labelled?", "2. Are the safety data sheets at hand?")


def robots_txt(host: str) -> bytes:
    """The robots rules of a host: all but the private corner."""
    return f"User-agent: *\nDisallow: /private/\n\nSitemap: http://{host}/sitemap.xml\n".encode()


def sitemap_xml(site: Site, host: str) -> bytes:
    """The sitemap of a host: its pages in all languages, without print versions."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">']
    for page in site.pages.values():
        if page.host == host:
            lastmod = f"<lastmod>{page.updated}</lastmod>"
            lines += [f"<url><loc>{page.url(x)}</loc>{lastmod}</url>" for x in page.addresses]
    return "\n".join([*lines, "</urlset>", ""]).encode()


def picture_svg(name: str) -> bytes:
    """A small drawing whose colour and shape follow from its name."""
    red, green, blue, size = sha256(name.encode()).digest()[:4]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180" viewBox="0 0 320 180">'
        f'<rect width="320" height="180" fill="rgb({red},{green},{blue})"/>'
        f'<circle cx="160" cy="90" r="{20 + size // 4}" fill="white"/></svg>\n'
    ).encode()


def checklist_pdf() -> bytes:
    """A valid PDF of one page, with a correct table of object offsets."""
    body, offsets = b"%PDF-1.4\n", list[int]()
    for number, content in enumerate(_pdf_objects(), start=1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    size = len(offsets) + 1
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    xref = b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(body))
    return body + xref + trailer


def _pdf_objects() -> list[bytes]:
    shown = " T* ".join(f"({line}) Tj" for line in _CHECKLIST)
    stream = f"BT /F1 14 Tf 20 TL 72 760 Td {shown} ET".encode()
    return [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources 6 0 R >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Font << /F1 5 0 R >> >>",
    ]
