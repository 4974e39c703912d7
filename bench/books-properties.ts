// npm run bench -- books-properties: tens of thousands of random operations on books, against a plain model, on both databases.
import { keepRun, runTests } from './books/test-run.ts'

const BUSINESSES = process.env['BOOKS_PROPERTIES_BUSINESSES'] ?? '20'
const STEPS = process.env['BOOKS_PROPERTIES_STEPS'] ?? '500'

const { seconds, tests } = runTests('apps/provider/src/books/properties.wide.http.test.ts', {
  BOOKS_PROPERTIES_BUSINESSES: BUSINESSES,
  BOOKS_PROPERTIES_STEPS: STEPS,
})
await keepRun('books-properties', {
  title: 'Random operations on books',
  text: `${BUSINESSES} businesses on each database, ${STEPS} operations each: transactions, invoices, payments, estimates and deposits, in three currencies, done, repeated, changed and taken back. Every fortieth time, and at the end, everything that can be read is what a plain model has, and the books are verified. ${seconds} s, beside other work.`,
  tests,
})
