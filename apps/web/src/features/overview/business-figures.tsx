import { type ComponentProps, type ReactNode, useMemo } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isReadable } from '#connection/connection-state.ts'
import { DataAgeNote } from '#connection/data-age-note.tsx'
import { ReadFailure } from '#connection/inline-failure.tsx'
import { useFigures } from '#data/use-figures.ts'
import { isNothing } from '#figures/amount.ts'
import type { HeadlineAmount } from '#figures/headline.ts'
import type { OverviewFigures } from '#figures/overview.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { LATE_INVOICES, linkTo, PATHS, UNPAID_INVOICES } from '#navigation/paths.ts'
import { useFigures as useFigureWords } from '#pictures/figures-context.tsx'
import { type Lead, RowsLink } from '#pictures/rows-link.tsx'
import { useSumText } from '#pictures/use-sum-text.ts'
import { Row, Rows } from '#ui/card.tsx'
import { WaitingPlace } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { FiguresFrame } from './figures-frame.tsx'
import { describeToDo } from './first/describe-to-do.ts'

/** Shows the first figures of one business among others. It loads and fails independently, at a constant height. */
export function BusinessFigures({ connection }: { readonly connection: ConnectionView }) {
  const read = useFigures<OverviewFigures>('overview', connection, isReadable(connection.state))
  const { data: figures } = read
  const Link = useMemo(
    () =>
      function LinkOfBusiness(link: Omit<ComponentProps<typeof AppLink>, 'className'>) {
        return <AppLink {...link} to={linkTo(connection, link.to)} />
      },
    [connection],
  )
  return (
    <>
      {figures === undefined && read.loading && <RowsOf answers={[]} />}
      {figures !== undefined && (
        <FiguresFrame {...{ connection, figures, read, Link }}>
          <Answers figures={figures} />
          <p className="note">
            <DataAgeNote connection={connection} data={read} fresh="" />
          </p>
        </FiguresFrame>
      )}
      <ReadFailure connection={connection} read={read} />
    </>
  )
}

function Answers({ figures }: { readonly figures: OverviewFigures }) {
  const { headline, outlook, toDo } = figures
  const { overview } = useWords().t
  const names = usePartWords('to_do')
  const { words } = useFigureWords()
  const { cash, owed } = headline
  // If nothing is owed, nothing is late.
  const late = headline.late ?? (owed !== null && isNothing(owed) ? owed : null)
  const profit = outlook?.profit ?? null
  const result = profit && { minor: profit.minor, atLeast: false }
  const say = useSumText([cash, owed, late, result])
  const amount = (sum: HeadlineAmount | null, lead: Lead) =>
    sum === null ? words.notKnown : <RowsLink {...lead} text={say(sum).text} />
  const [first] = toDo ?? []
  const action = first && describeToDo(first, names)
  return (
    <RowsOf
      answers={[
        amount(cash, { to: PATHS.accounts, heard: overview.cash.title }),
        amount(owed, { to: UNPAID_INVOICES, heard: overview.owed.total }),
        amount(late, { to: LATE_INVOICES, heard: overview.owed.lateRows }),
        amount(result, {
          to: `${PATHS.transactions}?from=${profit?.since ?? ''}`,
          heard: overview.profit.title,
        }),
        toDo === undefined
          ? words.notKnown
          : ((action && <RowsLink to={action.to} heard={action.reason} text={action.action} />) ??
            names.nothing),
      ]}
    />
  )
}

/** Shows the labels of the figures, each with its value or a placeholder. */
function RowsOf({ answers }: { readonly answers: readonly ReactNode[] }) {
  const { t } = useWords()
  const { businesses } = usePartWords('to_do')
  const names = [t.overview.cash.title, businesses.owed, businesses.late, businesses.profit, businesses.first]
  return (
    <div className="business-figures" aria-busy={answers.length === 0}>
      <Rows>
        {names.map((name, index) => (
          <Row key={name} name={name}>
            {answers[index] ?? <WaitingPlace />}
          </Row>
        ))}
      </Rows>
    </div>
  )
}
