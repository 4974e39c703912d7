import type { UserId } from '@counterfoil/oauth/ids'
import type { ApplicationStore } from '#applications/application-store.ts'
import type { GrantStore } from '#grants/grant-store.ts'
import type { PasskeyStore } from '#passkeys/passkey-store.ts'
import type { SecondFactorStore } from '#second-factor/second-factor-store.ts'
import type { DocumentLinkStore } from '#shared-documents/document-link-store.ts'

/** The stores that {@link findRemainingAccess} reads. */
export interface RemainingAccessParts {
  readonly grants: Pick<GrantStore, 'listFor'>
  readonly applications: Pick<ApplicationStore, 'list' | 'secretsOf'>
  readonly secondFactors: Pick<SecondFactorStore, 'find'>
  readonly passkeyStore: Pick<PasskeyStore, 'list'>
  readonly links: Pick<DocumentLinkStore, 'listMade'>
}

export type RemainingAccess = Awaited<ReturnType<typeof findRemainingAccess>>

/**
 * Returns all access that remains after a password change. Somebody who knew the old password may have created it. Browser
 * sessions, pending sign-ins and password links are not listed, because the change ends them.
 */
export async function findRemainingAccess(
  { grants, applications, secondFactors, passkeyStore, links }: RemainingAccessParts,
  userId: UserId,
) {
  const own = await applications.list({ ownerUserId: userId })
  return {
    grants: await grants.listFor(userId, 'without_use'),
    applications: await Promise.all(
      own.map(async (application) => ({
        application,
        secrets: await applications.secretsOf(application.id),
      })),
    ),
    passkeys: await passkeyStore.list(userId),
    links: await links.listMade(userId),
    codesOnSince: (await secondFactors.find(userId))?.onSince,
  }
}
