// npm run bench -- capacity: rewrites the tables of docs/capacity.md from the last measurements. Measures nothing itself.
import { readFile, writeFile } from 'node:fs/promises'
import { CAPACITY_PAGE, putTables } from './capacity/capacity-page.ts'
import { capacityTables } from './capacity/capacity-table.ts'
import { readCosts } from './capacity/costs.ts'

const page = await readFile(CAPACITY_PAGE, 'utf8')
await writeFile(CAPACITY_PAGE, putTables(page, capacityTables(readCosts())))
