import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/**
 * Every fault in turn: `npm run faults -- --rounds 200 --seed 7 -- kills` runs in full what the tests only
 * sample, `-- --operations 1000000 -- stock-model` runs that many stock operations, and `-- --orders 1000 -- carrier-troubles`
 * sends that many orders to a bad carrier.
 */
const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    operations: { type: 'string' },
    orders: { type: 'string' },
  },
  allowPositionals: true,
})
const chosen =
  positionals.length > 0
    ? positionals
    : [
        '.faults.test',
        'stock-model',
        'order-model',
        'money-model',
        'interleavings',
        'carrier-troubles',
        'rent-kills',
        'outbound-kills',
      ]
const { status } = spawnSync('vitest', ['run', '--project', 'faults', '--project', 'db', ...chosen], {
  stdio: 'inherit',
  env: {
    ...process.env,
    FAULT_ALL: '1',
    ...(values.rounds && { FAULT_ROUNDS: values.rounds }),
    ...(values.seed && { FAULT_SEED: values.seed }),
    ...(values.operations && { FAULT_OPERATIONS: values.operations }),
    ...(values.orders && { FAULT_ORDERS: values.orders }),
  },
})
process.exit(status ?? 1)
