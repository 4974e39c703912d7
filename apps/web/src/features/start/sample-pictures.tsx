import { useWords } from '#words/words.tsx'

/** Made-up amounts of a made-up business; whole dollars. */
const CASH = [11.0, 11.6, 11.8, 12.7, 13.6, 14.0, 15.6, 16.9, 17.0, 17.3, 18.0, 18.4] as const
const IN_AND_OUT = [
  [46, 38],
  [42, 36],
  [50, 41],
  [58, 47],
  [61, 44],
  [66, 52],
  [72, 47],
] as const
const AGES = [
  { amount: '6400', start: 0, share: 52 },
  { amount: '3100', start: 52, share: 25 },
  { amount: '2830', start: 77, share: 23 },
] as const
const TOTAL = '12330'
const CURRENCY = 'CAD'

/** Three small pictures of what a connected business could look like, on a sheet that says "Sample". */
export function SamplePictures() {
  const { t, format } = useWords()
  return (
    <figure className="sample stub" aria-label={t.start.sampleNote}>
      <figcaption>
        <span className="stamp">{t.start.sample}</span>
      </figcaption>
      <div aria-hidden="true">
        <p className="sample-head">
          <span>{t.start.sampleCash}</span>
          <span className="amount">{format.money('18420', CURRENCY)}</span>
        </p>
        <CashLine />
        <p className="sample-head">
          <span>{t.start.sampleInOut}</span>
        </p>
        <InAndOutBars />
        <p className="sample-head">
          <span>{t.start.sampleOwed}</span>
        </p>
        <Owed />
      </div>
    </figure>
  )
}

function CashLine() {
  return (
    <svg className="line-picture" viewBox="0 0 300 70" preserveAspectRatio="none">
      <polyline
        points={CASH.map((value, index) => `${(index * 300) / 11},${66 - (value - 10.5) * 7.6}`).join(' ')}
      />
    </svg>
  )
}

function InAndOutBars() {
  return (
    <svg className="bars" viewBox="0 0 301 84" preserveAspectRatio="none">
      <defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" className="sample-out" />
          <path d="M0 0v5" className="sample-hatch" />
        </pattern>
      </defs>
      {IN_AND_OUT.map(([moneyIn, moneyOut], index) => (
        <g key={index}>
          <rect
            className="bar-in"
            x={index * 44}
            y={50 - moneyIn * 0.66}
            width="37"
            height={moneyIn * 0.66}
          />
          <rect fill="url(#hatch)" x={index * 44} y="50" width="37" height={moneyOut * 0.58} />
        </g>
      ))}
      <path className="zero" d="M0 50h301" />
    </svg>
  )
}

function Owed() {
  const { t, format } = useWords()
  const money = (value: string) => format.money(value, CURRENCY)
  return (
    <>
      <svg className="ages" viewBox="0 0 300 26" preserveAspectRatio="none">
        {AGES.map(({ amount, start, share }, index) => (
          <rect
            key={amount}
            className={`sample-age-${index + 1}`}
            x={start * 3}
            y="0.5"
            width={index === AGES.length - 1 ? share * 3 - 0.5 : share * 3 - 2}
            height="25"
          />
        ))}
      </svg>
      <ul className="ledger">
        {AGES.map(({ amount }, index) => (
          <li key={amount}>
            <span>{t.start.sampleAges[index]}</span>
            <span className="amount">{money(amount)}</span>
          </li>
        ))}
        <li className="total">
          <span>{t.start.sampleTotal}</span>
          <span className="amount">{money(TOTAL)}</span>
        </li>
      </ul>
    </>
  )
}
