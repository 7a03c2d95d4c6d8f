'use client';
import type { ComponentProps } from 'react';
import { Face } from './face.tsx';
import { usePerson } from './use-person.ts';

/** The picture of a person or an agent alone, where the name stands beside it in another way than that of `Person`. */
export function PersonFace(props: Omit<ComponentProps<typeof Face>, 'picture'>) {
  return <Face {...props} picture={usePerson(props.address).name?.picture} />;
}
