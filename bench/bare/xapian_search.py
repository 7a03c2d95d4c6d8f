"""Searches documents with Xapian: `xapian_search.py <folder of the index>`.

Reads a JSON array of path and text for each document, one per line, then an empty line, then prompts, one per line. Answers
`ready` once, then each prompt with the paths of its ten best documents as a JSON array.
"""

import json
import sys

import xapian

database = xapian.WritableDatabase(sys.argv[1], xapian.DB_CREATE)
generator = xapian.TermGenerator()
generator.set_stemmer(xapian.Stem("english"))
for line in iter(sys.stdin.readline, "\n"):
    path, text = json.loads(line)
    document = xapian.Document()
    document.set_data(path)
    generator.set_document(document)
    generator.index_text_without_positions(text)
    database.add_document(document)
database.commit()
print("ready", flush=True)

parser = xapian.QueryParser()
parser.set_stemmer(xapian.Stem("english"))
parser.set_stemming_strategy(xapian.QueryParser.STEM_SOME)
for prompt in sys.stdin:
    enquire = xapian.Enquire(database)
    enquire.set_query(parser.parse_query(prompt.strip()))
    best = enquire.get_mset(0, 10)
    print(json.dumps([match.document.get_data().decode() for match in best]), flush=True)
