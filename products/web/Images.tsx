import { Button, Flex, Progress } from 'antd'
import { useRef, useState } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { sayFailure, useCommand } from '../../platform/calls/web/call.ts'
import { uploadRules } from '../../platform/files/uploads.ts'
import { fitted } from '../../platform/files/web/photo.ts'
import { UploadFailed, upload } from '../../platform/files/web/upload.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { notice } from '../../platform/ui/web/notices.ts'
import { addImage, arrangeImages, getProduct, listProducts, MAX_IMAGES } from '../contract.ts'
import { productsText } from '../text.ts'
import { Picture } from './Picture.tsx'

type Product = OutputOf<typeof getProduct>

const readings = [listProducts, getProduct]

/** The pictures of a product; their order is changed by buttons, so that it works by keyboard. */
export function Images({ of, mayEdit }: { of: Product; mayEdit: boolean }) {
  const t = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number>()
  const add = useCommand(addImage, { refreshes: readings, ownErrors: true })
  const arrange = useCommand(arrangeImages, { refreshes: readings, quiet: true })
  const order = of.images.map(({ fileId }) => fileId)
  const isFull = order.length >= MAX_IMAGES

  const take = async (file: File | undefined) => {
    if (!file) return
    setShare(0)
    try {
      const { fileId } = await upload(await fitted(file), 'image', setShare)
      await add.mutateAsync({ id: of.id, fileId })
    } catch (error) {
      if (error instanceof UploadFailed) notice('error', error.message)
      else sayFailure(error)
    } finally {
      setShare(undefined)
    }
  }
  const move = (place: number, by: number) => {
    const next = [...order]
    const [item] = next.splice(place, 1)
    if (item !== undefined) next.splice(place + by, 0, item)
    arrange.mutate({ id: of.id, fileIds: next, shownIds: order })
  }

  return (
    <Flex vertical gap={12}>
      {mayEdit && !isFull && (
        <Flex gap={8} align="center" wrap>
          <Button loading={share !== undefined} onClick={() => chooser.current?.click()}>
            {t(productsText.addImage)}
          </Button>
          <input
            ref={chooser}
            hidden
            type="file"
            accept={uploadRules.image.endings.map((ending) => `.${ending}`).join(',')}
            onChange={(event) => {
              void take(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <span className="hint">{t(productsText.imageHint)}</span>
        </Flex>
      )}
      {mayEdit && isFull && <p className="hint">{t(productsText.tooManyImages)}</p>}
      {share !== undefined && (
        <Progress percent={Math.round(share * 100)} aria-label={t(productsText.uploading)} />
      )}
      {of.images.length === 0 && <p className="hint">{t(productsText.noImages)}</p>}
      <ul className="pictures">
        {of.images.map(({ fileId, url }, i) => (
          <li key={fileId}>
            <Picture
              url={url}
              reading={getProduct}
              alt={t(productsText.imageOf, { sku: of.sku, place: i + 1 })}
              size="large"
            />
            {mayEdit && (
              <Flex gap={4}>
                <Button
                  size="small"
                  aria-label={t(productsText.moveLeft, { place: i + 1 })}
                  disabled={i === 0 || arrange.isPending}
                  onClick={() => move(i, -1)}
                >
                  ←
                </Button>
                <Button
                  size="small"
                  aria-label={t(productsText.moveRight, { place: i + 1 })}
                  disabled={i === order.length - 1 || arrange.isPending}
                  onClick={() => move(i, 1)}
                >
                  →
                </Button>
                <Button
                  size="small"
                  danger
                  aria-label={t(productsText.removeImage, { place: i + 1 })}
                  disabled={arrange.isPending}
                  onClick={() =>
                    arrange.mutate({
                      id: of.id,
                      fileIds: order.filter((item) => item !== fileId),
                      shownIds: order,
                    })
                  }
                >
                  ×
                </Button>
              </Flex>
            )}
          </li>
        ))}
      </ul>
    </Flex>
  )
}
