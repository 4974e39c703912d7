import type { UserId } from '@counterfoil/oauth/ids'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import type { AnswerStore } from '#authorize/authorization-decision-store.ts'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import type { IssuerFor } from '#authorize/authorization-response.ts'
import type { AutoApprovalStore } from '#authorize/auto-approval-store.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import type { SecondStep } from '#sign-in/second-step-responder.ts'
import type { SignInService } from '#sign-in/sign-in-responder.ts'
import type { PageResponder } from '#pages/page-responder.ts'

export type PromptDependencies = {
  readonly responder: PageResponder
  readonly clock: () => number
  readonly sessions: BrowserSessionStore
  readonly signIns: SignInService
  readonly passkeys: Pick<Passkeys, 'requestOptions'>
  readonly secondStep: Pick<SecondStep, 'pendingAccount'>
  readonly pendingAuthorizations: PendingAuthorizationStore
  readonly answers: AnswerStore
  readonly autoApprovals: AutoApprovalStore
  readonly applicationLog: Pick<ApplicationLogStore, 'record'>
  readonly issuerFor: IssuerFor
  readonly countBusinesses: (userId: UserId) => Promise<number>
}
