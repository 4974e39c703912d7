import { BFF_PATHS } from '@counterfoil/bff-api/paths'

/** The addresses that only the app of this repository has. */
const NOT_MOUNTED: readonly string[] = [
  ...[BFF_PATHS.connectionFigures, BFF_PATHS.connectionList],
  ...[BFF_PATHS.connectionLetter, BFF_PATHS.connectionLetterChoice, BFF_PATHS.letterStop],
]
/** The addresses that sign people out or remember them. An app with its own sign-in does that itself. */
const OF_SIGN_IN: readonly string[] = [
  ...[BFF_PATHS.signOut, BFF_PATHS.signOutForm, BFF_PATHS.signedOutAtProvider],
  ...[BFF_PATHS.forgetMe, BFF_PATHS.forgetMeForm, BFF_PATHS.deviceForget, BFF_PATHS.deviceForgetForm],
  ...[BFF_PATHS.sessions, BFF_PATHS.sessionEnd, BFF_PATHS.sessionExtend],
]

/**
 * Returns a function that is true for the paths of the engine. All other paths belong to the app: the engine neither checks nor
 * changes them. The path has neither base path nor query.
 */
export function createAddressCheck(hasOwnPeople: boolean): (path: string) => boolean {
  const own = Object.values(BFF_PATHS)
    .filter((path) => !NOT_MOUNTED.includes(path) && !(hasOwnPeople && OF_SIGN_IN.includes(path)))
    .map((path) => new RegExp(`^${path.replaceAll(':id', '[^/]+')}/?$`, 'i'))
  return (path) => own.some((pattern) => pattern.test(path))
}
