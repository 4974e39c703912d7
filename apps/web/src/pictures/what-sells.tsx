import type { Unavailable } from '#figures/picture-facts.ts'
import type { WhatSellsModel } from '#figures/what-sells.ts'
import { usePartWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'
import { Picture, UnavailablePicture } from './picture.tsx'
import { OthersRow, RankedBars, useRankedTable, useSince } from './ranked-bars.tsx'

/** The number of bars that are drawn before "12 others". */
const SHOWN_PRODUCTS = 8
const SPARK_HEIGHT = 20

/** Shows P7: the products that earn most. */
export function WhatSells({ model }: { readonly model: WhatSellsModel | Unavailable }) {
  const { sells } = usePartWords('pictures')
  if (model.form === 'unavailable')
    return <UnavailablePicture name="sells" title={sells.title} why={model.why} />
  return <Drawn model={model} />
}

function Drawn({ model }: { readonly model: WhatSellsModel }) {
  const all = usePartWords('pictures')
  const { format } = useFigures()
  const since = useSince(model.since)
  const table = useRankedTable(model, { title: all.sells.title, name: all.sells.product })
  const [first] = model.rows
  if (first === undefined)
    return <Picture name="sells" title={all.sells.title} sentence={all.sells.empty(since)} facts={model} />
  const { discounts, since: from } = model
  return (
    <Picture
      name="sells"
      title={all.sells.title}
      sentence={all.sells.answer({ product: first.name, percent: first.percent, since })}
      facts={model}
      table={table}
    >
      <RankedBars
        atLeast={model.partial}
        rows={model.rows.slice(0, SHOWN_PRODUCTS).map(({ id, name, minor, months }) => ({
          key: id,
          name: <bdi>{name}</bdi>,
          minor,
          // A line of one month shows no trend.
          aside: from.isYoung ? undefined : <Spark months={months} />,
        }))}
      />
      <OthersRow model={model} shown={SHOWN_PRODUCTS} />
      {discounts.invoices > 0 && (
        <p className="note">
          {all.sells.discounts({
            text: format.count(discounts.invoices),
            count: discounts.invoices,
            amount: format.exact(discounts.minor),
          })}
        </p>
      )}
    </Picture>
  )
}

/** Draws the months of a product, with straight lines from one to the next, since the values between are unknown. */
function Spark({ months }: { readonly months: readonly number[] }) {
  const most = Math.max(1, ...months)
  const points = months
    .map(
      (minor, place) =>
        `${place * 10},${SPARK_HEIGHT - Math.round((Math.max(0, minor) / most) * SPARK_HEIGHT)}`,
    )
    .join(' ')
  return (
    <svg
      className="spark"
      aria-hidden="true"
      viewBox={`0 -2 ${(months.length - 1) * 10} ${SPARK_HEIGHT + 4}`}
      preserveAspectRatio="none"
    >
      <polyline points={points} />
    </svg>
  )
}
