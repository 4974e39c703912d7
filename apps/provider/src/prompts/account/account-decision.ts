import type { RequestAccount } from '#users/account-for-request.ts'

/** Several people are signed in and nobody has said who this is for. */
export function needsAccount(facts: { readonly account: RequestAccount['kind'] }): boolean {
  return facts.account === 'choose'
}
