import { referenceOf } from '@counterfoil/bff-api/reference'
import type { Failure, RequestId } from '#data/failure.ts'
import type { Catalogue } from '#words/en.ts'
import type { Format } from '#words/format.ts'
import { useWords } from '#words/words.tsx'
import { Button } from './action-button.tsx'
import { ContactLink } from './contact-link.tsx'
import { Reference } from './copy-button.tsx'
import type { IconName } from './icon.tsx'
import { useAnnouncer, useSaid } from './live-regions.tsx'
import { Notice } from './notice.tsx'

interface FailureWords {
  readonly icon: IconName
  readonly title: string
  readonly body: string
  readonly requestId?: RequestId | undefined
}

/**
 * Returns the words of a failure: what happened, what it means for the figures, what to do.
 * @param willRetry Only if true may they promise an automatic retry.
 */
function failureWords(
  failure: Failure,
  willRetry: boolean,
  provider: string,
  t: Catalogue,
  format: Format,
): FailureWords {
  const words = t.failure
  switch (failure.kind) {
    case 'offline':
      return { icon: 'cloud', ...words.offline }
    case 'provider_down':
      return {
        icon: 'cloud',
        title: t.state.provider_down(provider),
        body: willRetry ? words.provider_down.body : words.provider_down.once,
      }
    case 'partial':
      return {
        icon: 'cloud',
        title: t.state.partial,
        body: willRetry ? words.partial.body(provider) : words.partial.once(provider),
        requestId: failure.requestId,
      }
    case 'rate_limited':
      return {
        icon: 'cloud',
        title: t.state.rate_limited,
        body: rateLimitedBody(failure.retryAtMs, willRetry, provider, t, format),
      }
    case 'not_allowed':
      return { icon: 'lock', ...words.not_allowed }
    case 'session_ended':
      return { icon: 'lock', title: t.ended.title, body: t.ended.body }
    case 'connection_changed':
    case 'not_there':
    case 'unknown':
      return {
        icon: 'needs_you',
        title: words.unknown.title,
        body: words.unknown.body(provider),
        requestId: failure.kind === 'unknown' ? failure.requestId : undefined,
      }
  }
}

function rateLimitedBody(
  retryAtMs: number | undefined,
  willRetry: boolean,
  provider: string,
  t: Catalogue,
  format: Format,
): string {
  const words = t.failure.rate_limited
  if (retryAtMs === undefined) return willRetry ? words.soon(provider) : words.later(provider)
  const time = format.clock(new Date(retryAtMs).toISOString())
  return willRetry ? words.body(provider, time) : words.from(provider, time)
}

/** Returns the text that a screen reader reads at once. The page reports an outage or a lost network, once for all its parts. */
function spokenWords(failure: Failure, words: FailureWords): string | undefined {
  switch (failure.kind) {
    case 'partial':
    case 'unknown':
      return words.title
    case 'rate_limited':
      return words.body
    default:
      return undefined
  }
}

/** Shows a failure in place of the content that could not be shown. */
export function FailureNotice(props: {
  readonly failure: Failure
  readonly provider: string
  readonly onRetry?: () => void
  /** True if the request is retried automatically: then the words promise it, and no press is needed. */
  readonly willRetry?: boolean
  /** True if nothing is shown, not even earlier data. */
  readonly isEmpty?: boolean
  readonly note?: string | undefined
}) {
  const { t, format } = useWords()
  const { announce } = useAnnouncer()
  const { failure } = props
  const willRetry = props.willRetry === true
  const words = failureWords(failure, willRetry, props.provider, t, format)
  const canRetry = props.onRetry !== undefined && !(failure.kind === 'rate_limited' && willRetry)
  const reference = words.requestId === undefined ? undefined : referenceOf(words.requestId)
  useSaid(announce, spokenWords(failure, words))
  return (
    <Notice
      tone="plain"
      icon={words.icon}
      title={words.title}
      actions={
        (canRetry || failure.kind === 'unknown') && (
          <>
            {canRetry && <Button onClick={props.onRetry}>{retryWords(failure, t)}</Button>}
            {failure.kind === 'unknown' && <ContactLink reference={reference} />}
          </>
        )
      }
    >
      <p>{failure.kind === 'offline' && props.isEmpty === true ? t.failure.offline.page : words.body}</p>
      {props.note !== undefined && <p className="note">{props.note}</p>}
      {reference !== undefined && <Reference reference={reference} />}
    </Notice>
  )
}

function retryWords(failure: Failure, t: Catalogue): string {
  switch (failure.kind) {
    case 'partial':
      return t.failure.partial.load
    case 'unknown':
      return t.failure.retry
    default:
      return t.failure.tryNow
  }
}
