import { Button, Card, Col, Flex, Popconfirm, Row } from 'antd'
import { useRef, useState } from 'react'
import { sayFailure, useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { uploadRules } from '../../../platform/files/uploads.ts'
import { UploadFailed, upload } from '../../../platform/files/web/upload.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { notice } from '../../../platform/ui/web/notices.ts'
import { PlainPage } from '../../../platform/ui/web/PlainPage.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { warehouseText } from '../../text.ts'
import { queryLogo } from '../../top-contract.ts'
import { type LogoSlot, removeLogo, setLogo } from '../contract.ts'
import { logoText } from '../text.ts'
import { CropDialog, type Picture } from './CropDialog.tsx'
import './logo.css'

type Logos = { companyLogo: string; wmsLogo: string; omsLogo: string }
type Slot = { slot: LogoSlot; field: keyof Logos; title: Text; use: Text }

const slots: Slot[] = [
  {
    slot: 'company',
    field: 'companyLogo',
    title: warehouseText.companyLogo,
    use: logoText.companyLogoUse,
  },
  { slot: 'wms', field: 'wmsLogo', title: warehouseText.wmsLogo, use: logoText.wmsLogoUse },
  { slot: 'oms', field: 'omsLogo', title: warehouseText.omsLogo, use: logoText.omsLogoUse },
]

const accepted = uploadRules.image.endings.map((ending) => `.${ending}`).join(',')
const isOwn = (logo: string) => logo.startsWith('/logos/own/')

/** The logos of the company, as everyone sees them, and where they appear. */
export function LogoPage({ name }: { name: string }) {
  const t = useText()
  return (
    <PlainPage title={t(warehouseText.logoTitle)}>
      <p className="hint">{t(logoText.logoHint)}</p>
      <QueryBoundary answer={useAnswer(queryLogo, { name })}>
        {(logos) => (
          <>
            <Row gutter={[16, 16]}>
              {slots.map((slot) => (
                <Col key={slot.slot} xs={24} sm={12} lg={8}>
                  <LogoCard of={slot} logo={logos[slot.field]} />
                </Col>
              ))}
            </Row>
            <Previews logos={logos} />
          </>
        )}
      </QueryBoundary>
    </PlainPage>
  )
}

function LogoCard({ of: { slot, title, use }, logo }: { of: Slot; logo: string }) {
  const t = useText()
  const may = useMay()
  const mayChange = useFeature('logo') === 'full' && may(setLogo.permission)
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number>()
  const [picture, setPicture] = useState<Picture>()
  const set = useCommand(setLogo, { refreshes: [queryLogo], ownErrors: true })
  const remove = useCommand(removeLogo, { refreshes: [queryLogo] })

  const choose = async (file: File | undefined) => {
    if (!file) return
    try {
      const { width, height } = await createImageBitmap(file)
      setPicture({ file, width, height })
    } catch {
      // A file the browser cannot decode is sent unchanged, and the server reports what is wrong with it.
      await take(file)
    }
  }

  const take = async (file: File) => {
    setPicture(undefined)
    setShare(0)
    try {
      const { fileId } = await upload(file, 'image', setShare)
      await set.mutateAsync({ slot, fileId })
    } catch (error) {
      if (error instanceof UploadFailed) notice('error', error.message)
      else sayFailure(error)
    } finally {
      setShare(undefined)
    }
  }

  return (
    <Card size="small" title={t(title)}>
      <Flex vertical gap={12}>
        <div className="logo-now">
          <img src={logo} alt={t(title)} />
        </div>
        <span className="hint">{t(use)}</span>
        {picture && (
          <CropDialog
            picture={picture}
            onChosen={(file) => void take(file)}
            onClose={() => setPicture(undefined)}
          />
        )}
        {mayChange && (
          <Flex gap={8} wrap>
            <input
              ref={input}
              type="file"
              hidden
              accept={accepted}
              data-slot={slot}
              onChange={(event) => {
                void choose(event.target.files?.[0])
                event.target.value = ''
              }}
            />
            <Button
              type="primary"
              loading={share !== undefined}
              aria-label={t(logoText.uploadLogo, { logo: t(title) })}
              onClick={() => input.current?.click()}
            >
              {share === undefined
                ? t(logoText.upload)
                : `${t(logoText.uploading)} ${Math.round(share * 100)}%`}
            </Button>
            {isOwn(logo) && (
              <Popconfirm
                title={t(logoText.removeLogoAsk, { logo: t(title) })}
                okText={t(logoText.removeLogo)}
                onConfirm={() => remove.mutate({ slot })}
              >
                <Button loading={remove.isPending}>{t(logoText.removeLogo)}</Button>
              </Popconfirm>
            )}
          </Flex>
        )}
      </Flex>
    </Card>
  )
}

/** Where the logos appear, as a sketch: the lines beside them stand for text. */
function Previews({ logos }: { logos: Logos }) {
  const t = useText()
  return (
    <section className="logo-previews" aria-label={t(logoText.previews)}>
      <h2>{t(logoText.previews)}</h2>
      <Row gutter={[16, 16]}>
        <Col xs={24} md={8}>
          <figure>
            <div className="logo-bar">
              <img src={logos.companyLogo} alt="" />
              <i className="logo-line" />
            </div>
            <figcaption>{t(logoText.onBar)}</figcaption>
          </figure>
        </Col>
        <Col xs={24} sm={12} md={8}>
          <figure>
            <div className="logo-login">
              <div>
                <img src={logos.wmsLogo} alt="" />
                <i className="logo-line" />
                <i className="logo-field" />
                <i className="logo-field" />
                <i className="logo-button" />
              </div>
            </div>
            <figcaption>{t(logoText.onLogin)}</figcaption>
          </figure>
        </Col>
        <Col xs={24} sm={12} md={8}>
          <figure>
            <div className="logo-label">
              <div className="logo-print">
                <img src={logos.companyLogo} alt="" />
              </div>
              <i className="logo-line" />
              <i className="logo-line" />
              <i className="logo-bars" />
            </div>
            <figcaption>
              {t(logoText.onLabel)} · {t(logoText.printSize)}
            </figcaption>
          </figure>
        </Col>
      </Row>
    </section>
  )
}
