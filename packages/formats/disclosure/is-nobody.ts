/** Words that stand where a name was removed, was never known, or belongs to a test object. */
const NO_NAME = new Set(
  `anon anonym anonyme anonymous anonymised anonymized anonymise anonymize anonymisiert deidentified deid de identified
  removed redacted deleted unknown unbekannt inconnu none null nil nan na no name nn undefined unnamed noname unspecified
  hidden masked blank empty dummy test tests testing tester example sample demo phantom phantoms patient patients subject
  subjects participant person pseudonym pseudonymised pseudonymized pseudo not available applicable specified provided
  recorded given last first middle mid prefix pre suffix lastname firstname surname forename vorname nachname enter text case volunteer control calibration water qa qc dft default gdcm dcmtk pydicom male female man woman mr mrs ms dr m f x o sub id nr`.split(
    /\s+/,
  ),
);

/** What programs and systems write where an author is asked for (lower case, without punctuation). */
const PROGRAMS =
  /^(administrator|admin|adm|author|autor|auteur|root|(\w+ )?\w*users?|users? ?names?|\w+ employee|manager|manager self|writers?|photographers?|owner|guest|system|labor|lab|default|your name|me|pc|computer|windows( \d+)?|windows user|microsoft( office)?( user)?|office user|mac( os)?|(libre|open|apache open|star|only)office.*|docs?|google( docs| sheets)?|python( docx| pptx)?|openpyxl|xlsx?writer|sheetjs|apache poi|poi|php(excel|office|spreadsheet|word|presentation).*|spreadsheet( gem)?|unknown (creator|author|user)|docx\w*|pandoc|officer|openxlsx2?|r|rmarkdown|quarto|knitr|jupyter|nbconvert|epplus|closedxml|npoi|excel(js)?|aspose.*|crystal.*|jasper.*|itext.*|fpdf.*|tcpdf.*|reportlab|anonymous|matplotlib.*|latex.*|tex|pdftex|mathematica|matlab|scikit image|tifffile.*|imagemagick|gimp|inkscape|ghostscript.*|fiji|imagej.*|steve canny|canva|adobe.*|doxygen.*|sphinx.*|axio\w*|zen|zeiss|leica|nikon|olympus|facs\w*|bd( biosciences)?|cytek|beckman.*|operator|technician|service|scientist|researcher|staff|student|postdoc)$/;

/** Names of bodies, which are no person. */
const BODY =
  /\b(team|group|gruppe|project|consortium|consortia|inc|ltd|llc|gmbh|corp(oration)?|company|universit\p{L}+|institut\p{L}*|laborator\p{L}+|department|centre|center|foundation|society|association|agency|authority|bureau|office|organi[sz]ation|committee|contributors|developers|authors|press|publish\w+|nasa|usgs|noaa|esa|cern|nih|fda|who)\b/iu;

/** Scripts in which three characters are a whole name. */
const SYLLABLES = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const words = (value: string) =>
  value
    .replace(/\0/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Whether a field for a name names nobody: it is empty, says that the name was removed, names a program or a test object, or is a code
 * such as `sub-01` or `LIDC-0001`, as studies give their subjects.
 */
export function isNobody(value: string): boolean {
  const all = words(value);
  // Three letters are initials or a code.
  if ((all.join('').length <= 3 && !SYLLABLES.test(value)) || /phantom|volunteer|anonym|example/i.test(value))
    return true;
  if (PROGRAMS.test(all.join(' ')) || BODY.test(value)) return true;
  // A code of a study: one piece with a digit.
  if (/\d/.test(value) && /^[\p{L}\d_.-]+$/u.test(value.trim())) return true;
  const hasDigits = all.some((word) => /\p{N}/u.test(word));
  const names = all.filter(
    (word) =>
      !/\p{N}/u.test(word) && [...word].length > 1 && !NO_NAME.has(word) && !/^(anon|deid|pseud)/.test(word),
  );
  // "CompressedSamples^CT1" is a code, "DOE^JOHN 2" a name.
  return names.length <= (hasDigits ? 1 : 0) || names.every((word) => /^(.)\1*$/u.test(word));
}

/** Whether an id can only be looked up in a register of patients: a long number, but not the code of a study. */
export function isRegisterNumber(value: string): boolean {
  const text = value.trim();
  return /^\d{6,12}$/.test(text) && !/^(\d)\1*$/.test(text) && !'01234567890123456789'.includes(text);
}

/** Whether a date (`19700321`, `1970-03-21`) is a day of birth, and not a stand-in for one, such as the first of a year. */
export function isDayOfBirth(value: string): boolean {
  const digits = value.replace(/\D/g, '');
  return /^\d{8}$/.test(digits) && !/^(0000|1111|9999)|(0101|0000|1111)$/.test(digits);
}
