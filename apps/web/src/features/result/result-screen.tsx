import { useEffect, useState, type ReactNode } from 'react'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import { AppLink } from '#navigation/app-link.tsx'
import { ConnectForm } from '#connection/connect-form.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { useSession } from '#data/session.tsx'
import { ContactLink } from '#ui/contact-link.tsx'
import { Reference } from '#ui/copy-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Rich } from '#ui/rich.tsx'
import { permissionNames } from '#words/permission-words.ts'
import { useWords } from '#words/words.tsx'
import { Decision, Kept } from './decision.tsx'
import { isLoop, parseEndings, rememberEnding } from './loop-guard.ts'
import { resultWords } from './result-words.ts'
import { useResultWords } from './use-result-words.ts'

const MEMORY_KEY = 'endings'

/**
 * How an attempt ended, one screen for each way, told once in the heading.
 * @param props.proof What shows that it is the right business, for the results that have one.
 */
export function ResultScreen(props: { readonly connectResult: ConnectResult; readonly proof: ReactNode }) {
  const { connectResult } = props
  const { session } = useSession()
  const { format } = useWords()
  const t = useResultWords()
  const words = resultWords(connectResult, session.provider.name, t, format)
  const isLooping = useLoopGuard(connectResult)
  const [keptId, setKeptId] = useState<string>()

  if (keptId === connectResult.id) return <Kept connectResult={connectResult} />
  return (
    <Screen title={words.title} lede={<Rich text={words.body} />} namesWindow takesFocus>
      {isLooping ? (
        <LoopHelp />
      ) : (
        <ResultActions
          connectResult={connectResult}
          proof={props.proof}
          onKept={() => setKeptId(connectResult.id)}
        />
      )}
      {REFERENCED.includes(connectResult.outcome) && <Reference reference={connectResult.reference} />}
    </Screen>
  )
}

/** Results where somebody may have to look into a log. */
const REFERENCED: readonly ConnectResult['outcome'][] = ['mismatch', 'provider_failed', 'misconfigured']

function useLoopGuard(connectResult: ConnectResult): boolean {
  const [looping, setLooping] = useState(false)
  useEffect(() => {
    const now = {
      resultId: connectResult.id,
      outcome: connectResult.outcome,
      atMs: Date.parse(connectResult.finishedAt),
    }
    const endings = parseEndings(sessionStorage.getItem(MEMORY_KEY))
    setLooping(isLoop(endings, now))
    sessionStorage.setItem(MEMORY_KEY, JSON.stringify(rememberEnding(endings, now)))
  }, [connectResult])
  return looping
}

function LoopHelp() {
  const { session } = useSession()
  const t = useResultWords()
  const { name, connectedAppsUrl, plansUrl } = session.provider
  const address = plansUrl ?? connectedAppsUrl
  return (
    <Notice
      tone="info"
      title={t.result.again.title}
      actions={
        <>
          {address !== null && (
            <a className="button-primary" href={address}>
              {t.result.again.link(name)}
            </a>
          )}
          <AppLink className="button-plain" to={PATHS.overview}>
            {t.result.back}
          </AppLink>
        </>
      }
    >
      <p>{t.result.again.body(name)}</p>
    </Notice>
  )
}

function ResultActions(props: {
  readonly connectResult: ConnectResult
  readonly proof: ReactNode
  readonly onKept: () => void
}) {
  const { connectResult } = props
  const { session } = useSession()
  const t = useResultWords()
  const provider = session.provider
  const words = t.result
  const connectionId = connectResult.connectionId ?? undefined

  switch (connectResult.outcome) {
    case 'connected':
    case 'switched':
      return (
        <>
          <div className="narrow">{props.proof}</div>
          <Receipt connectResult={connectResult} />
          <div className="actions">
            <Onward connectResult={connectResult} />
            <ConnectForm
              intent="switch_business"
              connectionId={connectionId}
              returnTo={connectResult.returnTo}
              variant="quiet"
            >
              {words.connected.switch}
            </ConnectForm>
          </div>
        </>
      )
    case 'connected_less':
      return (
        <>
          <div className="narrow">{props.proof}</div>
          <Receipt connectResult={connectResult} />
          <div className="actions">
            <Onward connectResult={connectResult} />
            <ConnectForm
              intent="allow_more"
              connectionId={connectionId}
              want={connectResult.missing}
              returnTo={connectResult.returnTo}
              variant="plain"
            >
              {t.notice.allowOff}
            </ConnectForm>
          </div>
        </>
      )
    case 'still_connected':
      return (
        <div className="actions">
          <Onward connectResult={connectResult} />
        </div>
      )
    case 'declined':
      return (
        <div className="actions">
          <Again connectResult={connectResult}>{t.connect.tryAgain}</Again>
          <Leave connectResult={connectResult}>{words.notNow}</Leave>
        </div>
      )
    case 'no_business':
    case 'plan_ended':
      return (
        <div className="actions">
          {provider.plansUrl !== null && (
            <a className="button-primary" href={provider.plansUrl}>
              {words.no_business.plans(provider.name)}
            </a>
          )}
          <ConnectForm
            intent="connect"
            returnTo={connectResult.returnTo}
            variant={provider.plansUrl === null ? 'primary' : 'plain'}
          >
            {connectResult.outcome === 'plan_ended' ? t.connect.another : words.no_business.other}
          </ConnectForm>
          <Leave connectResult={connectResult}>{words.notNow}</Leave>
        </div>
      )
    case 'expired':
      return (
        <div className="actions">
          <Again connectResult={connectResult}>{t.connect.startAgain}</Again>
          <Leave connectResult={connectResult}>{words.notNow}</Leave>
        </div>
      )
    case 'mismatch':
      return (
        <div className="actions">
          <Again connectResult={connectResult}>{words.mismatch.action}</Again>
          <Leave connectResult={connectResult}>{words.notNow}</Leave>
        </div>
      )
    case 'other_business':
    case 'other_person':
    case 'other_account':
      return <Decision connectResult={connectResult} onKept={props.onKept} />
    case 'provider_failed':
      return (
        <div className="actions">
          <Again connectResult={connectResult}>{words.provider_failed.action}</Again>
          <Leave connectResult={connectResult}>{words.notNow}</Leave>
        </div>
      )
    case 'misconfigured':
      return (
        <div className="actions">
          <AppLink className="button-primary" to={connectResult.returnTo}>
            {words.back}
          </AppLink>
          <ContactLink reference={connectResult.reference} />
        </div>
      )
    case 'rate_limited':
      return (
        <div className="actions">
          <AppLink className="button-primary" to={connectResult.returnTo}>
            {words.back}
          </AppLink>
        </div>
      )
  }
}

/** On to where the person was going. */
function Onward(props: { readonly connectResult: ConnectResult }) {
  const t = useResultWords()
  return (
    <AppLink className="button-primary" to={props.connectResult.returnTo}>
      {props.connectResult.returnTo === PATHS.overview ? t.result.seeOverview : t.result.goOn}
    </AppLink>
  )
}

function Leave(props: { readonly connectResult: ConnectResult; readonly children: ReactNode }) {
  return (
    <AppLink className="button-quiet" to={props.connectResult.returnTo}>
      {props.children}
    </AppLink>
  )
}

/** The same attempt once more. */
function Again(props: { readonly connectResult: ConnectResult; readonly children: ReactNode }) {
  const { connectResult } = props
  return (
    <ConnectForm
      intent={connectResult.intent}
      connectionId={connectResult.connectionId ?? undefined}
      returnTo={connectResult.returnTo}
    >
      {props.children}
    </ConnectForm>
  )
}

/** The line to keep: what was allowed, when, and the reference that both logs know. */
function Receipt(props: { readonly connectResult: ConnectResult }) {
  const { connectResult } = props
  const { format } = useWords()
  const t = useResultWords()
  const things = permissionNames(connectResult.granted, t)
  return (
    <p className="receipt">
      <span>
        {t.result.connected.receipt(
          things.length,
          things.join(', '),
          format.date(connectResult.finishedAt),
          connectResult.reference,
        )}
      </span>
      <button type="button" className="button-quiet" onClick={() => print()}>
        {t.result.connected.save}
      </button>
    </p>
  )
}
