import packageInfo from '../package.json' with { type: 'json' }

/** The command of `npm start`: tests and benchmarks start the product with the same limits as production. */
export const startCommand: string = packageInfo.scripts.start
/** The same for a child process of this Node. */
export const startArguments: string[] = startCommand.split(' ').slice(2)
