/** Registers an application of one business for each person. */
export const CREATE = [
  'application',
  'create',
  '--name',
  'Ledger Pal',
  '--redirect',
  'http://a.example/cb',
  '--restriction',
  'single_business',
] as const
