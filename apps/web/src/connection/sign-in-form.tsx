import type { ReactNode } from 'react'
import { ConnectForm } from './connect-form.tsx'
import type { ButtonVariant } from './post-form.tsx'

/** Signs in again, and comes back to the page that was asked for. */
export function SignInForm(props: {
  readonly returnTo?: string
  readonly variant?: ButtonVariant
  readonly children: ReactNode
}) {
  return <ConnectForm variant="primary" {...props} intent="sign_in" />
}
