/**
 * Fields whose text is chosen by people who use the service, or by their content source: names, paths, descriptions, conditions,
 * texts. A schema of an answer marks them, so that a program, and the model behind it, can treat them as data.
 */
const fields = new Set([
  'CriterionScore.criterion',
  'DataRoomFile.categories',
  'DataRoomFile.contentType',
  'DataRoomFile.description',
  'DataRoomFile.name',
  'DataRoomFile.path',
  'DataRoomFile.tags',
  'DataRoomFileVersion.changeNote',
  'DataRoomFileVersion.contentType',
  'EncryptionMetadata.accessControlConditions',
  'EncryptionMetadata.encryptedAt',
  'EntryChange.from',
  'EntryChange.to',
  'Lab.criterionScores',
  'Lab.description',
  'Lab.externalUrl',
  'Lab.image',
  'Lab.name',
  'Lab.scoreInterpretation',
  'Lab.shortname',
  'Lab.todos',
  'Lab.trlRationale',
  'Lab.trlValue',
  'LabAnnouncement.body',
  'LabAnnouncement.headline',
  'LabDiscussionEntry.path',
  'LabFileEntry.contentType',
  'LabFileEntry.path',
  'LabReadiness.rationale',
  'LabRef.description',
  'LabRef.externalUrl',
  'LabRef.image',
  'LabRef.name',
  'LabRef.scoreInterpretation',
  'LabRef.shortname',
  'LabRef.trlValue',
  'LabTodo.text',
  'LabToken.agreementKey',
  'LabToken.agreementSymbol',
  'LabToken.name',
  'LabToken.symbol',
  'OnChainActivity.args',
  'Release.name',
  'SearchLabsFileEntry.path',
  'SearchSnippet.text',
]);

/** Marks such a field in a JSON Schema. `$comment`, because strict validators refuse schemas with keywords of others. */
export const writtenByOthers = { $comment: 'written by others' } as const;

/** Whether people choose the text of a field of the API. */
export const isWrittenByOthers = (type: string, field: string): boolean => fields.has(`${type}.${field}`);
