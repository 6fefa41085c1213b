/** Orders show whether they are on a list, and lists where their orders are: all of it is read again after a change. */
export const readings = [{ feature: 'orders' as const }]
