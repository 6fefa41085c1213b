import { z } from 'zod'
import { rule } from '../lib/problems.ts'
import { staffText } from './text.ts'

/** An account as it is compared: one spelling, however it was typed. */
export const foldAccount = (typed: string) => typed.trim().normalize('NFKC').toLowerCase()

const plain = (most: number) =>
  z
    .string()
    .trim()
    .max(most, rule(staffText.tooLong, { most }))
    .regex(/^\P{Cc}*$/u, rule(staffText.noControls))

export const userName = plain(50).min(1, rule(staffText.nameNeeded))
export const phone = plain(40).regex(/^$|^[0-9+() -]{3,40}$/, rule(staffText.phoneForm))
export const email = plain(100).regex(/^$|^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/, rule(staffText.emailForm))
