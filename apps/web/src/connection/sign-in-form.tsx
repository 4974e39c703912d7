import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ConnectForm } from './connect-form.tsx'
import type { ButtonVariant } from './post-form.tsx'

/** Signs in again, and comes back to the page that was asked for. */
export function SignInForm(props: {
  readonly returnTo?: string
  readonly variant?: ButtonVariant
  readonly children: ReactNode
}) {
  const [path] = useLocation()
  return (
    <ConnectForm intent="sign_in" returnTo={props.returnTo ?? path} variant={props.variant ?? 'primary'}>
      {props.children}
    </ConnectForm>
  )
}
