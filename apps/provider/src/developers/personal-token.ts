import { DEFAULT_TOKEN_DAYS } from '#tokens/bearer.ts'

/** Live personal tokens that an account can have by its own hand. */
export const MAX_PERSONAL_TOKENS = 20

/** In how many days a token may be chosen to end. */
export const TOKEN_LIFETIMES_DAYS = [7, 30, DEFAULT_TOKEN_DAYS, 365] as const

/** The chosen number of days; the default where none of the list was sent. */
export function chooseTokenDays(text: string | undefined): number {
  return TOKEN_LIFETIMES_DAYS.find((days) => String(days) === text) ?? DEFAULT_TOKEN_DAYS
}

export const MAX_TOKEN_NAME_CHARACTERS = 100

/** What is wrong with the name of a personal token. */
export function findTokenNameFault(name: string): 'missing' | 'too_long' | undefined {
  if (name === '') return 'missing'
  const isShown =
    [...name].length <= MAX_TOKEN_NAME_CHARACTERS && !/\p{Cc}/u.test(name) && name.isWellFormed()
  return isShown ? undefined : 'too_long'
}
