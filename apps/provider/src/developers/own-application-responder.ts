import type { ApplicationStore } from '#applications/application-store.ts'
import type { Application } from '#applications/application.ts'
import { parseApplicationId } from '#http/given-id.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { Opener } from '#pages/page-routes.ts'
import { type AccountOpener, signedInOpener } from '#sign-in/session-responder.ts'
import type { BrowserAccount } from '#users/browser-session.ts'

/** A person's own application, and the person. */
export type OwnApplication = { readonly account: BrowserAccount; readonly application: Application }

/** Opens a page for a signed-in developer. */
export const openDeveloper: AccountOpener = signedInOpener('/developers')

/** Finds the sender of a form of these pages; undefined if the CSRF token is wrong. */
export const openSender: AccountOpener = async (visit) => {
  const account = await openDeveloper(visit)
  return account !== undefined && (await visit.isOwnForm('developers', account.userId)) ? account : undefined
}

/** Opens the application of the address. Somebody else's looks like one that does not exist. */
export function applicationOpener(
  applications: Pick<ApplicationStore, 'findById'>,
  openAccount: AccountOpener,
): Opener<OwnApplication> {
  return async (visit) => {
    const account = await openAccount(visit)
    if (account === undefined) return undefined
    const id = parseApplicationId(visit.req.params['id'])
    const application = id === undefined ? undefined : await applications.findById(id)
    if (application !== undefined && !application.isDeleted && application.ownerUserId === account.userId)
      return { account, application }
    visit.sendErrorPage({ kind: 'not_found' })
    return undefined
  }
}

/** Creates the CSRF token of a form, for the person it is shown to. */
export function tokenFor(visit: Visit, { userId }: BrowserAccount): Promise<string> {
  return visit.token('developers', userId)
}

/** Logs who changed which application. */
export function noteChange(visit: Visit, event: string, { account, application }: OwnApplication): void {
  visit.note(event, { applicationId: application.id, userId: account.userId })
}
