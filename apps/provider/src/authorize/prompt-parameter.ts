/** Values of `prompt` that mean something here; others are ignored. */
export const PROMPT_VALUES = ['none', 'login', 'consent'] as const
type PromptValue = (typeof PROMPT_VALUES)[number]

/**
 * Returns the known values of `prompt`, which are separated by spaces.
 * @see OpenID Connect Core 1.0 section 3.1.2.1
 */
export function parsePrompt(prompt: string | undefined): readonly PromptValue[] {
  const words = (prompt ?? '').split(' ')
  return PROMPT_VALUES.filter((value) => words.includes(value))
}
