import type { ToDo } from '#figures/to-do.ts'
import { detailPath, PATHS, REMIND_HASH } from '#navigation/paths.ts'
import type { PartWords } from '#words/part-words.ts'

/** Returns the page, the label and the reason of a thing to do. */
export function describeToDo(item: ToDo, words: PartWords['to_do']) {
  switch (item.kind) {
    case 'remind':
      return {
        to: `${detailPath('invoice', item.id)}${REMIND_HASH}`,
        action: words.remind(item.customer),
        reason: [
          item.invoices === 1
            ? words.lateOne(item.daysLate)
            : words.late({ count: item.invoices, days: item.daysLate }),
          ...(item.usual === undefined ? [] : [item.usual > 0 ? words.usual(item.usual) : words.onTime]),
        ].join(' · '),
      }
    case 'invoice':
      return {
        to: detailPath('estimate', item.id),
        action: words.invoice(item.number),
        reason: item.customer === null ? words.accepted : words.acceptedBy(item.customer),
      }
    case 'send':
      return {
        to: detailPath('invoice', item.id),
        action: words.send(item.number),
        reason: item.customer === null ? words.unsent : words.unsentFor(item.customer),
      }
    case 'approve':
      return {
        to: `${PATHS.invoices}?state=draft`,
        action: words.drafts(item.drafts),
        reason: words.draftsCount,
      }
  }
}
