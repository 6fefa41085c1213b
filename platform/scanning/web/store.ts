import type { ScanStore, Waiting } from './queue.ts'

const SCANS = 'scans'

/**
 * The stored scans of a user and a screen. Works on plain HTTP; where storage is disabled, nothing is stored.
 */
function tableOf(name: string) {
  const opened = openBase(name)
  return async <R>(mode: IDBTransactionMode, work: (table: IDBObjectStore) => IDBRequest<R>) => {
    try {
      const base = await opened
      return base && (await settled(work(base.transaction(SCANS, mode).objectStore(SCANS))))
    } catch {
      // A full disk must not stop the queue: the scan continues from memory.
      return undefined
    }
  }
}

/**
 * Scans stored in the browser, one queue per user and screen; where storage is disabled, until the page
 * closes.
 */
export function keptScans<T>(name: string): ScanStore<T> {
  const memory = new Map<string, Waiting<T>>()
  const inTable = tableOf(name)
  return {
    all: async () =>
      ((await inTable('readonly', (table) => table.getAll())) as Waiting<T>[] | undefined) ?? [
        ...memory.values(),
      ],
    put: async (entry) => {
      memory.set(entry.id, entry)
      await inTable('readwrite', (table) => table.put(entry))
    },
    remove: async (id) => {
      memory.delete(id)
      await inTable('readwrite', (table) => table.delete(id))
    },
  }
}

const openBase = (name: string) =>
  new Promise<IDBDatabase | undefined>((resolve) => {
    try {
      const request = indexedDB.open(name, 2)
      request.onupgradeneeded = () => {
        const { objectStoreNames } = request.result
        if (!objectStoreNames.contains(SCANS)) request.result.createObjectStore(SCANS, { keyPath: 'id' })
      }
      request.onsuccess = () => {
        // A newer page in another tab must not wait for this one.
        request.result.onversionchange = () => request.result.close()
        resolve(request.result)
      }
      request.onerror = () => resolve(undefined)
      // An older page in another tab may block it; the queue then continues from memory.
      request.onblocked = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })

const settled = <R>(request: IDBRequest<R>) =>
  new Promise<R>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
