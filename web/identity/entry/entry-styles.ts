// The Mantine styles that the sign-in pages add to those of public pages.
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Alert.layer.css';
