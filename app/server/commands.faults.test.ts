import { expect, test } from 'vitest'
import { askAs, products, urlOf } from '../testing/product.ts'

const { demoHome, launch, outsidePostgres } = products()
const SIGNING_SECRET = 'a signing secret of at least 32 characters'

/** Runs one of the product's commands to its end. */
async function command(file: string, home: string, env: Record<string, string> = {}, args: string[] = []) {
  const { ended, output } = launch(home, { command: [process.execPath, file], env, args })
  const { code } = await ended
  return { code, output: output() }
}

test('the books are audited company by company where no auditor is named', async () => {
  const home = demoHome()
  const postgres = await outsidePostgres(home)
  const env = {
    DATABASE_URL: urlOf(postgres.as('owner')),
    APP_DATABASE_URL: urlOf(postgres.as('app')),
    SIGNING_SECRET,
  }
  const clean = await command('app/server/audit-books.ts', home, env)
  expect(clean.output).toMatch(/The books are clean\.\n$/)
  expect(clean.code).toBe(0)

  // A closed company's books are its books all the same.
  await askAs(
    postgres.root('tallyhouse'),
    `update accounts set permissions = '{all}' where login_account = 'satellite'`,
  )
  await askAs(postgres.root('tallyhouse'), `update tenants set status = 'closed' where code = 'DEMO-SAT'`)
  const hit = await command('app/server/audit-books.ts', home, env)
  expect(hit.output).toMatch(/HIT {4}permissions\n {9}satellite\n/)
  expect(hit.output).toMatch(/\n1 entries do not agree\.\n$/)
  expect(hit.code).toBe(1)
})
