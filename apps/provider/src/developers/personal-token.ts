/** Live personal tokens that an account can have by its own hand. */
export const MAX_PERSONAL_TOKENS = 20

export const MAX_TOKEN_NAME_CHARACTERS = 100

/** What is wrong with the name of a personal token. */
export function findTokenNameFault(name: string): 'missing' | 'too_long' | undefined {
  if (name === '') return 'missing'
  const isShown =
    [...name].length <= MAX_TOKEN_NAME_CHARACTERS && !/\p{Cc}/u.test(name) && name.isWellFormed()
  return isShown ? undefined : 'too_long'
}
