/* Generated from messages/messages.en.arb by packages/messages. Do not edit. */
import { html, type HtmlValue } from '#html/html.ts'

export const messagesEn = {
  title: "Sent messages",
  lede: "Invoices, estimates and receipts sent to your customers.",
  limits: (addresses: string, fresh: string, ofApp: string) => `In 24 hours, each business, and each person across all their businesses, can send to ${addresses} addresses, ${fresh} of them new. An app can send to ${ofApp}.`,
  used: (business: HtmlValue, addresses: number, fresh: number) => html`${business}, last 24 hours: ${addresses} addresses, ${fresh} of them new.`,
  none: "Nothing has been sent yet.",
  newest: (count: number) => `Showing the newest ${count}.`,
  business: "Business",
  to: "To",
  copy: "Copy to",
  answers: "Replies go to",
  made: "Created on",
  text: "Message",
  fault: (code: string, tries: number) => `${tries === 1 ? "One attempt" : `${tries} attempts`} failed (${code}).`,
  download: "Download PDF",
  back: "All messages",
  states: {
    SENT: "Sent",
    WAITING: "Waiting",
    FAILED: "Not sent",
  },
}
