import { connectionForm, type FormPurpose } from './connection-forms.ts'
import type { ConnectionStatus } from './connection-status.ts'
import { useProviderValue } from './connection-provider.tsx'

/** The status and its actions. Each of the three actions leaves the page, and returns to it. */
export type UseConnection = ConnectionStatus & {
  /** Goes to the provider to connect. Does nothing while the state is `loading` or `unreachable`. */
  readonly connect: () => void
  /** Goes to the provider to repair or renew the connection. */
  readonly reconnect: () => void
  /** Ends the connection, at the provider too. */
  readonly disconnect: () => void
}

/** Returns the state of the connection. @throws Error outside `<CounterfoilProvider>` */
export function useConnection(): UseConnection {
  const about = useProviderValue()
  const post = (purpose: FormPurpose) => () => {
    const { pathname, search } = location
    submit(connectionForm(purpose, { ...about, returnTo: pathname + search }))
  }
  return {
    ...about.status,
    connect: post('connect'),
    reconnect: post('reconnect'),
    disconnect: post('disconnect'),
  }
}

function submit(form: ReturnType<typeof connectionForm>): void {
  if (form === undefined) return
  const element = document.createElement('form')
  element.method = 'post'
  element.action = form.action
  element.hidden = true
  for (const [name, value] of Object.entries(form.fields)) {
    if (value === undefined) continue
    const input = document.createElement('input')
    input.name = name
    input.value = value
    element.append(input)
  }
  document.body.append(element)
  element.submit()
}
