import packageInfo from '../package.json' with { type: 'json' }

/** What `npm start` runs, word for word: tests and bench start the product with the same limits as its operators. */
export const startCommand: string = packageInfo.scripts.start
/** The same for a child process of this Node. */
export const startArguments: string[] = startCommand.split(' ').slice(2)
