/** Files whose annotation others can see to be wrong, or of which no reading is right, by their set; and why. */
export const disputed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Pollock, polluted': {
    'file_field_delimiter_0x20.csv': 'spaces part values, and are in values without quotes',
    'file_quotation_char_0x27.csv': "`8\\'9`: the annotation takes the backslash for a character of the text",
  },
  CSVsniffer: {
    'file_field_delimiter_0x20.csv': 'as above',
    'file_quotation_char_0x27.csv': 'as above',
  },
  'Pollock, survey': {
    'vissim_data_conf2473_i7_v1987.csv': 'annotated with commas, and separated by semicolons',
    'LOS_1050CFit.csv': 'annotated without quotes, and its names are in quotes',
  },
  'CSV Wrangling (CleverCSV)': {
    'gsi_adresser_og_elevtall_2010.csv': 'annotated with commas, and separated by semicolons',
    'replace.csv': 'annotated with commas, and has none',
    'Mage_Catalog.csv': 'annotated with doubled quotes, and has quotes after a backslash',
  },
  'csv-spectrum': {
    'location_coordinates.csv': 'the values expected are those of another row',
    'newlines_crlf.csv': 'right where the clone keeps CR LF',
  },
  DuckDB: {
    'csv/inconsistent_cells.csv': 'DuckDB leaves out rows of another length without a word',
    'csv/comments/simple.csv': 'DuckDB does not count comments among the lines before the table',
  },
};
