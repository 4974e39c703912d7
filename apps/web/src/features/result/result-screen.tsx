import { useState, type ReactNode } from 'react'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import { Screen } from '#navigation/screen-frame.tsx'
import { Reference } from '#ui/copy-button.tsx'
import { Rich } from '#ui/rich.tsx'
import { KeptConnection } from './kept-connection.tsx'
import { LoopHelp, useLoopGuard } from './loop-help.tsx'
import { ResultActions } from './result-actions.tsx'
import { useResultHeading } from './use-result-words.ts'

/** Results where somebody may have to look into a log. */
const REFERENCED: readonly ConnectResult['outcome'][] = ['mismatch', 'provider_failed', 'misconfigured']

/**
 * How an attempt ended, one screen for each way, reported once in the heading.
 * @param props.proof What shows that it is the right business, for the results that have one.
 */
export function ResultScreen(props: { readonly connectResult: ConnectResult; readonly proof: ReactNode }) {
  const { connectResult } = props
  const words = useResultHeading(connectResult)
  const isLooping = useLoopGuard(connectResult)
  const [keptId, setKeptId] = useState<string>()

  if (keptId === connectResult.id) return <KeptConnection connectResult={connectResult} />
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
