import { createRequire } from 'node:module'
import type PdfKit from 'pdfkit'
import type Sharp from 'sharp'
import type { SharpOptions } from 'sharp'

// Packages that only some calls need, loaded on first use to keep the start fast.
const require = createRequire(import.meta.url)

export const barcodes = () => require('bwip-js/node') as typeof import('bwip-js/node')
export const commonPasswords = (): string[] =>
  (require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')).dictionary[
    'passwords-common'
  ]
export const mailer = () => require('nodemailer') as typeof import('nodemailer')
export const pdfKit = () => require('pdfkit') as typeof PdfKit
export const pdfLib = () => require('@cantoo/pdf-lib') as typeof import('@cantoo/pdf-lib')
export const sounds = () => require('pinyin-pro') as typeof import('pinyin-pro')
export const workbooks = () => require('hucre/xlsx') as typeof import('hucre/xlsx')
export const image = (bytes: Buffer, options?: SharpOptions) =>
  (require('sharp') as typeof Sharp)(bytes, options)
