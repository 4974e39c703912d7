import type { RequestAccount } from '#users/account-for-request.ts'

/** Nobody is signed in in this browser. */
export function needsSignIn(facts: { readonly account: RequestAccount['kind'] }): boolean {
  return facts.account === 'sign_in'
}
