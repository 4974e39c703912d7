import { Component, type ReactNode } from 'react'
import { reportError } from '#data/error-report-client.ts'
import { isChunkMissing } from '#loading/chunk-missing.ts'

/** Limits an error to the part of the page that threw it. */
export class ErrorBoundary extends Component<
  {
    readonly children: ReactNode
    readonly fallback: (cause: 'fault' | 'updated', retry: () => void) => ReactNode
  },
  { readonly cause: 'fault' | 'updated' | null }
> {
  override state: { readonly cause: 'fault' | 'updated' | null } = { cause: null }

  static getDerivedStateFromError(thrown: unknown) {
    return { cause: isChunkMissing(thrown) ? 'updated' : 'fault' }
  }

  override componentDidCatch(thrown: unknown) {
    if (!isChunkMissing(thrown)) reportError(thrown)
  }

  override render() {
    const { cause } = this.state
    if (cause === null) return this.props.children
    return this.props.fallback(cause, () => this.setState({ cause: null }))
  }
}
