/** What each Technology Readiness Level means, from 1 to 9, after ISO 16290. */
export const levelMeanings = [
  'Basic principles observed',
  'Concept formulated',
  'Proof of concept by experiment',
  'Validated in the laboratory',
  'Validated in a relevant environment',
  'Demonstrated in a relevant environment',
  'Prototype demonstrated in operation',
  'Complete and qualified',
  'Proven in operation',
] as const;
