import { referenceOf } from '@counterfoil/bff-api/reference'
import type { Failure } from '#data/failure.ts'
import type { Catalogue } from '#words/en.ts'
import type { Format } from '#words/format.ts'
import { useWords } from '#words/words.tsx'
import type { IconName } from './icon.tsx'
import { Reference } from './copy-button.tsx'
import { Notice, type Tone } from './notice.tsx'

interface FailureWords {
  readonly tone: Tone
  readonly icon: IconName
  readonly title: string
  readonly body: string
  readonly requestId: string | undefined
}

/** The words of a failure: what happened, what it means for the figures, what to do. */
export function failureWords(failure: Failure, provider: string, t: Catalogue, format: Format): FailureWords {
  const words = t.failure
  switch (failure.kind) {
    case 'offline':
      return { tone: 'plain', icon: 'cloud', ...words.offline, requestId: undefined }
    case 'provider_down':
      return {
        tone: 'plain',
        icon: 'cloud',
        title: words.provider_down.title(provider),
        body: words.provider_down.body,
        requestId: undefined,
      }
    case 'rate_limited':
      return {
        tone: 'plain',
        icon: 'cloud',
        title: words.rate_limited.title,
        body:
          failure.retryAtMs === undefined
            ? t.stateBody.trouble.rate_limited_soon(provider)
            : words.rate_limited.body(provider, format.clock(new Date(failure.retryAtMs).toISOString())),
        requestId: undefined,
      }
    case 'not_allowed':
      return { tone: 'plain', icon: 'lock', ...words.not_allowed, requestId: undefined }
    case 'session_ended':
      return { tone: 'plain', icon: 'lock', title: t.ended.title, body: t.ended.body, requestId: undefined }
    case 'connection_changed':
    case 'unknown':
      return {
        tone: 'plain',
        icon: 'needs_you',
        title: words.unknown.title,
        body: words.unknown.body(provider),
        requestId: failure.kind === 'unknown' ? failure.requestId : undefined,
      }
  }
}

/** What went wrong, in place of what it kept from showing. */
export function FailureNotice(props: {
  readonly failure: Failure
  readonly provider: string
  readonly onRetry?: () => void
  readonly note?: string | undefined
}) {
  const { t, format } = useWords()
  const words = failureWords(props.failure, props.provider, t, format)
  const canRetry = props.onRetry !== undefined && props.failure.kind !== 'rate_limited'
  return (
    <Notice
      tone={words.tone}
      icon={words.icon}
      title={words.title}
      actions={
        canRetry && (
          <button type="button" className="button-plain" onClick={props.onRetry}>
            {props.failure.kind === 'unknown' ? t.failure.retry : t.failure.tryNow}
          </button>
        )
      }
    >
      <p>{words.body}</p>
      {props.note !== undefined && <p className="note">{props.note}</p>}
      {words.requestId !== undefined && <Reference reference={referenceOf(words.requestId)} />}
    </Notice>
  )
}
