/** A survivor that was read: the mutant, on one line, and why no test can tell it from the rule. */
export interface EquivalentMutant {
  readonly original: string
  readonly replacement: string
  readonly why: string
}
