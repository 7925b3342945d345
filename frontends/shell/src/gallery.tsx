import { lazy, Suspense } from 'react';
import type { RouteObject } from 'react-router';

const Gallery = tesseraGallery
  ? lazy(async () => ({ default: (await import('./gallery/gallery.page.tsx')).GalleryPage }))
  : null;

/** The kit's gallery at /kit: in development, or built with TESSERA_GALLERY=on. */
export const galleryRoutes: RouteObject[] = Gallery
  ? [
      {
        path: '/kit',
        element: (
          <Suspense>
            <Gallery />
          </Suspense>
        ),
      },
    ]
  : [];
