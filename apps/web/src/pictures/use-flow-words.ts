import { monthOf } from '#figures/day.ts'
import type { InAndOutDrawn, MonthFlow } from '#figures/in-and-out.ts'
import { useWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'
import { chooseAmountFormat } from './amount-precision.ts'
import { useSumText } from './use-sum-text.ts'

/** What is said over the months: what came in and went out in this one so far, and in the same days of the last. */
export function useFlowSentence(model: InAndOutDrawn): string {
  const { format, provider, currency } = useFigures()
  const { flow } = useWords().t.overview
  const present = model.months.at(-1)
  const month = format.month(present?.month ?? '')
  const inMinor = present?.inMinor ?? 0
  const outMinor = present?.outMinor ?? 0
  const soFar = { minor: inMinor, atLeast: model.partial, isAbout: model.isAbout === true }
  const sayIn = useSumText([soFar])
  if (model.source === 'payments') {
    return flow.inOnly({ month, moneyIn: sayIn(soFar).text, provider })
  }
  const net = inMinor - outMinor
  const { sameDaysBefore: before } = model
  const say = chooseAmountFormat(format, {
    parts: [inMinor, -outMinor],
    total: net,
    others: before === undefined ? [] : [before.inMinor, before.outMinor],
    exponent: currency.exponent,
  })
  const texts = { month, moneyIn: say(inMinor), moneyOut: say(outMinor), net: say(Math.abs(net)) }
  const now =
    inMinor === 0 && outMinor === 0
      ? flow.none(month)
      : net === 0
        ? flow.even(texts)
        : net > 0
          ? flow.more(texts)
          : flow.less(texts)
  const last = model.months.at(-2)
  if (before === undefined || last === undefined) return now
  return `${now} ${flow.before({
    month: format.month(last.month),
    moneyIn: say(before.inMinor),
    moneyOut: say(before.outMinor),
  })}`
}

/** A month as it is read out: this one as far as it has come, one before the books as not known. */
export function useFlowReading(model: InAndOutDrawn): (month: MonthFlow) => string {
  const { format } = useFigures()
  const { flow } = useWords().t.overview
  const present = model.months.at(-1)?.month ?? ''
  return ({ month, inMinor, outMinor }) => {
    const name = monthOf(month) === present ? flow.soFar(format.month(month)) : format.monthOfYear(month)
    if (inMinor === null) return flow.unknown(name)
    const moneyIn = format.whole(inMinor)
    return outMinor === null
      ? flow.readingIn({ month: name, moneyIn })
      : flow.reading({ month: name, moneyIn, moneyOut: format.whole(outMinor) })
  }
}
