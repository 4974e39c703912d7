// npm run bench -- books-properties: tens of thousands of random operations on books, against a plain model, on both databases.
import { keepTestRun } from './books/test-run.ts'

const businesses = process.env['BOOKS_PROPERTIES_BUSINESSES'] ?? '20'
const steps = process.env['BOOKS_PROPERTIES_STEPS'] ?? '500'

await keepTestRun('books-properties', {
  file: 'apps/provider/src/books/properties.wide.http.test.ts',
  env: { BOOKS_PROPERTIES_BUSINESSES: businesses, BOOKS_PROPERTIES_STEPS: steps },
  title: 'Random operations on books',
  text: `${businesses} businesses on each database, ${steps} operations each: transactions, invoices, payments, estimates and deposits, in three currencies, done, repeated, changed and taken back. Every fortieth time, and at the end, everything that can be read is what a plain model has, and the books are verified.`,
})
